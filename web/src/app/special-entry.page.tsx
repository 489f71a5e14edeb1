import { courseChooseInit, chooseRound } from '@jwxt/contracts/choose/choose.operations.ts';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { notify } from '../lib/notify.ts';
import { useOperation } from '../lib/queries.ts';
import { EmptyState, QueryFaces } from '../ui/faces.tsx';
import { Card, Page } from '../ui/page.tsx';

/** Address of an entry's own site: the same host, port 1235 (SHELL-41, SHELL-42). */
export function siteAddress(
  entry: 'classBegin' | 'MyCourseSelectionResults',
  { protocol, hostname }: { protocol: string; hostname: string } = location,
): string {
  return `${protocol}//${hostname}:1235/${entry}`;
}

/**
 * `/jwxt/gly/classBegin`: opens the site once the check lets the person in (SHELL-43); otherwise says why not and opens
 * nothing (SHELL-44).
 */
export function ClassBeginPage() {
  const check = useOperation(courseChooseInit, {}, { staleTime: 0 });
  const { data } = check;
  useEffect(() => {
    if (data !== undefined && data.type !== chooseRound.open) notify.warning(data.message);
  }, [data]);
  return (
    <Page title="开课入口">
      <Card grow>
        <QueryFaces query={check}>
          {({ type, message }) =>
            type === chooseRound.open ? (
              <Opened title="开课入口" address={siteAddress('classBegin')} />
            ) : (
              <EmptyState
                title="暂时不能进入"
                reason={message}
                action={
                  <Button component={Link} to="/" variant="light">
                    返回首页
                  </Button>
                }
              />
            )
          }
        </QueryFaces>
      </Card>
    </Page>
  );
}

/** `/jwxt/gly/MyCourseSelectionResults`: opens the site of the own course selection. */
export function SelectionResultsPage() {
  return (
    <Page title="我的选课结果">
      <Card grow>
        <Opened title="我的选课结果" address={siteAddress('MyCourseSelectionResults')} />
      </Card>
    </Page>
  );
}

/** Opens the site in a new window, once; the button is for browsers that allow that only to a click. */
function Opened({ title, address }: { title: string; address: string }) {
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    window.open(address, '_blank', 'noopener');
  }, [address]);
  return (
    <EmptyState
      icon={IconExternalLink}
      title={`“${title}”已在新窗口打开`}
      reason="如果没有看到新窗口，可能是被浏览器拦截了。"
      action={
        <Button component="a" href={address} target="_blank" rel="noopener" variant="light">
          打开{title}
        </Button>
      }
    />
  );
}
