import { openHost } from '@patchwork/host/boot/open-host';

void openHost(() => import(/* webpackMode: "eager" */ './host.tsx'));
