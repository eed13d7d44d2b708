import { Picture } from '@patchwork/shop/ui';

export const EmptyPicture = ({ src }: { readonly src: string }) => (
  <Picture className="picture" src={src} alt="" width={560} height={560} />
);
