import { createMock } from '../create-mock.ts';
import { answer } from './dispatch.ts';

/** Mock with unchanged data and without logins. */
const { server } = createMock({ isKept: false });

/** Answers a GET request to the API as the mock of a new visitor does, for a server that renders HTML. */
export const readSample = (path: string): Promise<Response> => answer(server, path);
