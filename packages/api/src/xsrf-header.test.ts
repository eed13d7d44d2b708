// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { xsrfHeader } from './request.ts';

const setCookie = (text: string) => Reflect.set(document, 'cookie', text);

afterEach(() => setCookie('XSRF-TOKEN=; max-age=0'));

test('the token of the cookie goes to the page’s own origin', () => {
  setCookie('theme=dark');
  setCookie('XSRF-TOKEN=a%2Bb%3D');
  expect(xsrfHeader('/api/user/cart')).toEqual({ 'x-xsrf-token': 'a+b=' });
  expect(xsrfHeader(`${location.origin}/api/user/cart`)).toEqual({ 'x-xsrf-token': 'a+b=' });
});

test('another origin does not get it', () => {
  setCookie('XSRF-TOKEN=a');
  expect(xsrfHeader('https://api.example.com/api/user/cart')).toEqual({});
});

test.each(['NOT-XSRF-TOKEN=a', 'XSRF-TOKEN='])(
  'with the cookie %j alone there is no header',
  (cookie) => {
    setCookie(cookie);
    expect(xsrfHeader('/api/user/cart')).toEqual({});
  },
);
