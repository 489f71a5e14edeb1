import { stopViewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { toInstant } from '@jwxt/contracts/kernel/fields.ts';
import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useOperationMutation } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { useNow } from '../lib/use-now.ts';
import { backToOwnPlace } from '../lib/view-as.ts';
import classes from './shell.module.css';

const MINUTE_MS = 60_000;

/** Over every page while an administrator looks with somebody else's eyes; nothing otherwise. */
export function ViewAsBar({ user }: { user: CurrentUserView }) {
  return user.viewAs ? <Bar user={user} until={user.viewAs.until} /> : null;
}

function Bar({ user, until }: { user: CurrentUserView; until: string }) {
  const { expired } = useSession();
  const left = Date.parse(toInstant(until)) - useNow();
  const over = expired || left <= 0;
  const stop = useOperationMutation(stopViewAs, { onSuccess: backToOwnPlace });
  // Nobody is asked for the other person's password: whoever is still signed in goes on as himself.
  useEffect(() => {
    if (over) backToOwnPlace();
  }, [over]);
  return (
    <div className={classes['viewAs']} role="status">
      <IconEye size={16} stroke={1.8} aria-hidden />
      正在以“{user.name}（{user.userName}）”的身份查看，只能查看。
      <span className={classes['minutes']}>剩余 {Math.max(1, Math.ceil(left / MINUTE_MS))} 分钟</span>
      <Button
        size="compact-sm"
        variant="white"
        color="red"
        loading={stop.isPending}
        onClick={() => {
          stop.mutate({});
        }}
      >
        结束查看
      </Button>
    </div>
  );
}
