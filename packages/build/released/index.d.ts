// 1.0.0
import { ConfigParams, RsbuildConfig } from "@rsbuild/core"; /** The build of a remote: its federated container, and the page that runs it alone. */
declare const remoteConfig: (root: string) => ({ envMode }: ConfigParams) => RsbuildConfig;
export { remoteConfig };
