// Written by “pnpm types”, from what the module imports.
import { translate } from '@patchwork/shop/hi';

translate();
