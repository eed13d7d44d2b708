import { expect, test } from 'vitest';
import { isApiPath } from './app.ts';

test.each(['/api', '/api/products', '/healthz', '/readyz'])(
  '%s is a path of the API',
  (pathname) => {
    expect(isApiPath(pathname)).toBe(true);
  },
);

test.each(['/', '/apis', '/apiary/x', '/healthzone', '/static/api/x.js'])(
  '%s is a path of the shop',
  (pathname) => {
    expect(isApiPath(pathname)).toBe(false);
  },
);
