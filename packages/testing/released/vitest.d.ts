// 1.0.0
declare const remoteTests: { environment: string; include: string[]; server: { deps: { inline: RegExp[]; }; }; };
export { remoteTests };
