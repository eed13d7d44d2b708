import { shellConfig } from '@patchwork/build/shell';

const appShell = `<header><a href="page:tools">Tools</a> <a href="page:members">Members</a></header>
<main><p role="status">Loading</p></main><footer>The village’s tool shed</footer>`;
export default shellConfig(import.meta.dirname, { appShell, inlineScript: './src/early.ts' });
