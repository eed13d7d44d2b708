import { documentLanguage, regionOf } from '@patchwork/host/browser';
import { version } from '../../package.json';

/** Attributes of the shell's own parts. Its texts are English in every document. */
export const shellRegion = {
  ...regionOf({ id: 'shell', team: 'Shell', version }),
  lang: documentLanguage() === 'en' ? undefined : 'en',
};
