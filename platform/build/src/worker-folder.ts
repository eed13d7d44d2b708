/** First module of each worker of a remote: says where the files of its version are (see worker-start.ts). */

declare const __webpack_require__: { p: string };

__webpack_require__.p = new URL('../../', decodeURIComponent(location.hash.slice(1))).href;

export {};
