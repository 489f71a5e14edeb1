// @vitest-environment jsdom
import { recallApproval } from '@jwxt/contracts/approval/approval.operations.ts';
import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StaleAfterApprovalsContext } from '../../lib/stale-after-approvals.ts';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedInAlways } from '../../testing/signed-in-user.ts';
import { useRecall } from './use-application-actions.ts';

signedInAlways({ permissions: ['systemApprove:query'] });

function Recall() {
  const { start } = useRecall();
  return (
    <button type="button" onClick={() => void start({ applyId: 'A1', approvalProcessName: '公选课申请审批' })}>
      收回
    </button>
  );
}

it('what is taken back is read again wherever an area shows applications, and nowhere else', async () => {
  const { to } = stubApi([[recallApproval, () => ok({ applyId: 'A1', approvalBusinessStatus: '4', revision: 1 })]]);
  const queryClient = new QueryClient();
  for (const id of ['elective.query', 'infoCheck.rows', 'dictionary.query']) queryClient.setQueryData([id, {}], {});
  const { user } = render(
    <StaleAfterApprovalsContext value={['elective.query', 'infoCheck.']}>
      <Recall />
    </StaleAfterApprovalsContext>,
    { queryClient },
  );
  await user.click(screen.getByRole('button', { name: '收回' }));
  await user.click(await screen.findByRole('button', { name: '撤回' }));
  await waitFor(() => {
    expect(to(recallApproval)).toHaveLength(1);
    expect(queryClient.getQueryState(['infoCheck.rows', {}])?.isInvalidated).toBe(true);
  });
  expect(queryClient.getQueryState(['elective.query', {}])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(['dictionary.query', {}])?.isInvalidated).toBe(false);
});
