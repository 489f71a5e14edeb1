import { Page } from '../../ui/page.tsx';

/** The approval centre. */
export function ApprovalPage() {
  return <Page title="审批中心">{null}</Page>;
}
