import { useMediaQuery } from '@mantine/hooks';

/** Below this width everything stands below each other, and what people press is as large as a finger. */
const PHONE = '(max-width: 767.98px)';

/** Whether the window is as narrow as a phone's. Layout asks CSS; this is for what is another control there. */
export function usePhone(): boolean {
  return useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
}
