import { settingsOf } from '@patchwork/shop';

export const setting = settingsOf('mfe-catalog', { 'first-row': 'categories' });
