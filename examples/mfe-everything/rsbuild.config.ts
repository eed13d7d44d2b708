import { remoteConfig } from '@patchwork/build';
import { pluginSass } from '@rsbuild/plugin-sass';
import { pluginSvgr } from '@rsbuild/plugin-svgr';

export default remoteConfig(import.meta.dirname, { plugins: [pluginSass(), pluginSvgr()] });
