/** The login page. */
export function LoginPage() {
  return null;
}
