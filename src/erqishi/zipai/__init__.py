"""The 跑胡子 family: rules, scoring and explanation. Pure: no clock, no I/O, no global randomness."""
