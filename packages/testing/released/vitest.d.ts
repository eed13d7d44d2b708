// 1.0.0
declare const remoteTests: { environment: string; execArgv: string[]; include: string[]; server: { deps: { inline: RegExp[]; }; }; };
export { remoteTests };
