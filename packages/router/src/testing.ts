/** Routers for tests: they need no browser address, and never reach a visitor's bundle. */
export { createMemoryRouter, MemoryRouter } from 'react-router-dom';
