"""The query machine: relations as instructions, run by one compiled loop."""
