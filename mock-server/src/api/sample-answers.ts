import { createMock } from '../create-mock.ts';
import { answer } from './dispatch.ts';

/** Mock with unchanged data and without logins. */
const { server } = createMock({ isKept: false });

/** Answers a GET request to the API like the mock of a new visitor, for a server that renders HTML. */
export const readSample = (path: string): Promise<Response> => answer(server, path);
