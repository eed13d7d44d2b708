import remote from '../remote.json';

fetch('/registry.json').then(({ status }) =>
  postMessage(`The worker of ${remote.team}: the registry answers ${status}`),
);
