/** An environment without the profiles, credentials and endpoints of this machine. */
export function withoutAws(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(AWS|CDK)_/u.test(name)));
}
