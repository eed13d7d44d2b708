import { PageHeading } from '@patchwork/shop/ui';
import { Camera } from 'lucide-react';
import Ring from './ring.svg?react';

export function Icons() {
  return (
    <div className="container">
      <PageHeading>Icons</PageHeading>
      <Camera role="img" aria-label="A camera" />
      <Ring role="img" aria-label="A ring" width={24} />
    </div>
  );
}
