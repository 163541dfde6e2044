import ssh2 from 'ssh2'

/** For tests: a new key pair as text. The library writes one in 256 a byte short, which nothing can read: those are dropped. */
export function sshKeyPair(): { private: string; public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    if (![pair.public, pair.private].some((text) => ssh2.utils.parseKey(text) instanceof Error)) return pair
  }
}
