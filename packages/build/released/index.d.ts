// 1.0.0
import { ConfigParams, RsbuildConfig } from "@rsbuild/core"; declare const remoteConfig: (root: string) => ({ envMode }: ConfigParams) => RsbuildConfig;
export { remoteConfig };
