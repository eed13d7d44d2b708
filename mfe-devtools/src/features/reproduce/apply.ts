import type { Inspection } from '@patchwork/devtools-bridge';
import { err, ok, type Result } from '@patchwork/domain';
import { draftAtom, withoutAuthorization } from '../../draft.ts';
import type { Reproduction } from './reproduction.ts';

/** Applies a link's state, all of it or nothing. The page has to be reloaded after it. */
export async function applyReproduction(
  { mock, draft }: Reproduction,
  inspection: Inspection,
): Promise<Result<void, readonly string[]>> {
  if (mock && inspection.mock) {
    const started = await inspection.mock().then(ok, (cause) => err([String(cause)]));
    const outcome = started.ok ? started.value.control.importSnapshot(mock) : started;
    if (!outcome.ok) return outcome;
  }
  if (draft) inspection.store.set(draftAtom, withoutAuthorization(draft));
  return ok(undefined);
}
