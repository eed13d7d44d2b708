// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import { baseUrl, call, type Input, openTarget } from './target.ts';

openTarget();

const productId = 'fail-500';
const login = { email: 'fail-500@patchwork.example', password: 'any' };

// Only the mock has inputs that make it fail; another API's failures can't be asked for.
describe.skipIf(baseUrl !== undefined)('an unexpected failure', () => {
  test.each<[Parameters<typeof call>[0], Input]>([
    ['getProduct', { params: { productId } }],
    ['getCategory', { params: { categoryId: productId } }],
    ['login', { body: login }],
    ['signup', { body: { ...login, name: 'Asha Rao', confirmPassword: 'any' } }],
  ])('of %s answers 500 with an error field, and no stack', async (name, input) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = await call(name, input);
    expect(answer).toEqual({ status: 500, data: { error: { message: expect.any(String) } } });
    expect(JSON.stringify(answer.data)).not.toMatch(/stack|\.ts:/);
    logged.mockRestore();
  });
});
