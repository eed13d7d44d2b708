import { answerImport, type ImportOrder } from './answer-import.ts';

self.addEventListener('message', ({ data }: MessageEvent<ImportOrder>) => {
  answerImport(data, (news) => self.postMessage(news)).catch((cause: unknown) => {
    // An error outside of a promise reaches the page as the worker's.
    setTimeout(() => {
      throw cause;
    });
  });
});
