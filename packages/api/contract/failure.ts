import { describe, expect, test, vi } from 'vitest';
import type { EndpointName } from '../src/index.ts';
import type { ApiUnderTest, Input } from './under-test.ts';

const productId = 'fail-500';
const login = { email: 'fail-500@patchwork.example', password: 'any' };

/** The mock's alone: another API's failures can't be asked for. */
export function failureContract({ call, isMock }: ApiUnderTest): void {
  describe.runIf(isMock)('an unexpected failure', () => {
    test.each<[EndpointName, Input]>([
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
}
