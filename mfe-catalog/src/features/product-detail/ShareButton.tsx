import { toast } from '@patchwork/shop';
import { Button } from '@patchwork/shop/ui';
import * as t from '../../texts/product.ts';

interface ShareButtonProps {
  readonly title: string;
}

/**
 * Button that shares the page's address, without its query, through the Web Share API. In browsers without that API, it
 * copies the address.
 */
export function ShareButton({ title }: ShareButtonProps) {
  async function share(): Promise<void> {
    const { origin, pathname } = location;
    const url = origin + pathname;
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share({ title, url });
        return;
      }
      await navigator.clipboard.writeText(url);
      toast.success(t.linkCopied);
    } catch (error) {
      // The shopper has cancelled the share dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error(t.linkNotCopied({ url }));
    }
  }
  return (
    <Button variant="quiet" onClick={share}>
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        width="1.25em"
        height="1.25em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
      >
        <path d="M12 15V3.500M7.500 7.500 12 3.500l4.500 4M6 11H4.500v9.500h15V11H18" />
      </svg>
      {t.share}
    </Button>
  );
}
