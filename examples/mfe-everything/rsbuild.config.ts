import { remoteConfig } from '@patchwork/build';

export default remoteConfig(import.meta.dirname);
