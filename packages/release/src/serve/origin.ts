import { isOrigin } from '../folder/config-fields.ts';
import { ReleaseError } from '../release-error.ts';

/** Throws a ReleaseError when a text is no origin. */
export function requireOrigin(text: string): string {
  if (isOrigin(text)) return text;
  throw new ReleaseError(
    `--origin is "${text}": write the shop’s public address as https://shop.example, with nothing behind it`,
  );
}
