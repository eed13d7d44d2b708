import { runInlineScript } from '@patchwork/host/inline-script';

const nothing = () => undefined;

runInlineScript({
  ...{ seemsLoggedIn: () => false, guard: nothing },
  ...{ dataOf: () => [], painted: nothing, started: nothing },
});
