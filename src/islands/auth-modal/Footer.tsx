/** The consent line below every step. [AUTH-21] */
export function Footer() {
  return (
    <p className="auth-footer">
      By continuing, you agree to our{' '}
      <a className="link" href="/terms/" target="_blank" rel="noopener">
        Terms
      </a>
      ,{' '}
      <a className="link" href="/privacy-policy/" target="_blank" rel="noopener">
        Privacy Policy
      </a>{' '}
      and to receive updates via call, email or WhatsApp.
    </p>
  );
}
