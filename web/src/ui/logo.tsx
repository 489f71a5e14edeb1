/** The product's mark. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="6" fill="#2F5F9F" />
      <path fill="#fff" d="M16 8 4 13l12 5 12-5zM9 17.5V21c0 1.7 3.2 3 7 3s7-1.3 7-3v-3.5l-7 3z" />
    </svg>
  );
}
