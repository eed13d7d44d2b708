import { CartUnavailable } from './CartUnavailable.tsx';

export const Loading = () => <CartUnavailable cart={{ status: 'loading' }} />;

export const Failed = () => <CartUnavailable cart={{ status: 'failed', retry: () => {} }} />;
