import { configure } from '@testing-library/react';

// Milliseconds. The library of the toasts is loaded with the first toast, which takes over a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
