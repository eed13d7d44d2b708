import { runInlineScript } from '@patchwork/host/inline-script';

const nothing = () => undefined;

runInlineScript({
  ...{ seemsLoggedIn: () => false, guard: nothing },
  failedText: 'The tool shed could not be opened just now.',
  ...{ dataOf: () => [], parsed: nothing, painted: nothing, started: nothing, takenOver: nothing },
});
