export { ProposalPanel } from './proposal-panel.tsx';
export { ProposeButton } from './propose-button.tsx';
