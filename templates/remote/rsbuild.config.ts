import { remoteConfig } from '@patchwork/federation/rsbuild';

export default remoteConfig(import.meta.dirname);
