export { anAddress, aProduct, asha, ashasHome } from '@patchwork/domain/testing';
