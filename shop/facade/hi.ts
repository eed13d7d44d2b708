/** Hindi for the rules and components that each remote bundles. The modules that “pnpm types” writes call it. */
import { translate as translateDomain } from '@patchwork/domain/hi';
import { translate as translateUi } from '@patchwork/ui/hi';

export function translate(): void {
  translateDomain();
  translateUi();
}
