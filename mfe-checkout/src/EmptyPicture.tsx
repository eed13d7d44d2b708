export const EmptyPicture = ({ src }: { readonly src: string }) => (
  <img className="picture" src={src} alt="" width={560} height={560} />
);
