export { RequestTester as Component } from '../features/request-tester/RequestTester.tsx';
