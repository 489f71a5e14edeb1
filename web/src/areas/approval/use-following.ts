import { useLocalStorage } from '@mantine/hooks';

/** Whether the next application follows one that was decided in its details, as the person chose on this machine. */
export function useFollowing(): [boolean, (follows: boolean) => void] {
  const [follows, setFollows] = useLocalStorage({
    key: 'jwxt.nextApproval',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [follows, setFollows];
}
