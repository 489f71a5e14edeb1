import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { NOTIFICATION_LIMIT } from '../lib/notify.ts';
import { Processing } from './processing.tsx';
import { Questions } from './questions.tsx';

/** Everything that talks to the person over the page: messages, questions, the waiting text. */
export function Feedback() {
  return (
    <>
      <Notifications position="top-center" limit={NOTIFICATION_LIMIT} />
      <Questions />
      <Processing />
    </>
  );
}
